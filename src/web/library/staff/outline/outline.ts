import type { AdminEbook } from '#contract/library/library-admin.ts'

export type Modules = AdminEbook['modules']
export type PartKind = 'module' | 'topic' | 'section'
export type Part = { kind: PartKind; id: string }

/** The input of the reorder call: ids in order. */
export const orderOf = (modules: Modules) =>
  modules.map((module) => ({
    id: module._id,
    topics: module.topics.map((topic) => ({ id: topic._id, sections: topic.sections.map((section) => section._id) })),
  }))

const moveItem = <Item>(list: readonly Item[], from: number, to: number): Item[] => {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

type OutlineIndex = { module: number; topic: number; section: number }

/** The indexes of a part. Those below its own level are -1. */
function indexOfPart(modules: Modules, { kind, id }: Part): OutlineIndex | null {
  for (const [m, module] of modules.entries()) {
    if (kind === 'module' && module._id === id) return { module: m, topic: -1, section: -1 }
    for (const [t, topic] of module.topics.entries()) {
      if (kind === 'topic' && topic._id === id) return { module: m, topic: t, section: -1 }
      const s = kind === 'section' ? topic.sections.findIndex((section) => section._id === id) : -1
      if (s >= 0) return { module: m, topic: t, section: s }
    }
  }
  return null
}

/** Moves the dragged part to the place of a part of the same kind, or to the end of a parent. Other targets change nothing. */
export function drop(modules: Modules, dragged: Part, over: Part): Modules {
  const from = indexOfPart(modules, dragged)
  const to = indexOfPart(modules, over)
  if (!from || !to || (dragged.kind === over.kind && dragged.id === over.id)) return modules
  if (dragged.kind === 'module') return moveItem(modules, from.module, to.module)
  if (dragged.kind === 'topic')
    return moveTopic(modules, from, { ...to, topic: over.kind === 'module' ? Number.POSITIVE_INFINITY : to.topic })
  if (over.kind === 'module') return modules
  return moveSection(modules, from, { ...to, section: over.kind === 'topic' ? Number.POSITIVE_INFINITY : to.section })
}

/** Moves a part one step up or down. At the edge of its parent it moves into the neighbouring parent. */
export function step(modules: Modules, part: Part, by: -1 | 1): Modules {
  const from = indexOfPart(modules, part)
  if (!from) return modules
  if (part.kind === 'module')
    return modules[from.module + by] ? moveItem(modules, from.module, from.module + by) : modules
  if (part.kind === 'topic') return stepTopic(modules, from, by)
  return stepSection(modules, from, by)
}

function stepTopic(modules: Modules, from: OutlineIndex, by: -1 | 1): Modules {
  if (modules[from.module]?.topics[from.topic + by])
    return moveTopic(modules, from, { ...from, topic: from.topic + by })
  if (!modules[from.module + by]) return modules
  return moveTopic(modules, from, {
    module: from.module + by,
    topic: by === 1 ? 0 : Number.POSITIVE_INFINITY,
    section: -1,
  })
}

function stepSection(modules: Modules, from: OutlineIndex, by: -1 | 1): Modules {
  if (modules[from.module]?.topics[from.topic]?.sections[from.section + by])
    return moveSection(modules, from, { ...from, section: from.section + by })
  const topics = modules.flatMap((module, m) => module.topics.map((_, t) => ({ module: m, topic: t })))
  const neighbour = topics[topics.findIndex(({ module, topic }) => module === from.module && topic === from.topic) + by]
  return neighbour
    ? moveSection(modules, from, { ...neighbour, section: by === 1 ? 0 : Number.POSITIVE_INFINITY })
    : modules
}

function moveTopic(modules: Modules, from: OutlineIndex, to: OutlineIndex): Modules {
  const topic = modules[from.module]?.topics[from.topic]
  if (!topic) return modules
  const without = modules.map((module, m) =>
    m === from.module ? { ...module, topics: module.topics.toSpliced(from.topic, 1) } : module,
  )
  return without.map((module, m) =>
    m === to.module ? { ...module, topics: insertItem(module.topics, to.topic, topic) } : module,
  )
}

function moveSection(modules: Modules, from: OutlineIndex, to: OutlineIndex): Modules {
  const section = modules[from.module]?.topics[from.topic]?.sections[from.section]
  if (!section) return modules
  const without = changeSections(modules, from, (sections) => sections.toSpliced(from.section, 1))
  return changeSections(without, to, (sections) => insertItem(sections, to.section, section))
}

type Sections = Modules[number]['topics'][number]['sections']

/** Changes the sections of one topic. */
function changeSections(modules: Modules, at: OutlineIndex, change: (sections: Sections) => Sections): Modules {
  return modules.map((module, m) => {
    if (m !== at.module) return module
    return {
      ...module,
      topics: module.topics.map((topic, t) =>
        t === at.topic ? { ...topic, sections: change(topic.sections) } : topic,
      ),
    }
  })
}

const insertItem = <Item>(list: readonly Item[], at: number, item: Item): Item[] =>
  list.toSpliced(Math.min(at, list.length), 0, item)
