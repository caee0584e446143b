import type { AdminEbook } from '#contract/library/library-admin.ts'
import type { Outline } from '#web/kit/staff/outline.ts'

export type Modules = AdminEbook['modules']
export type PartKind = 'module' | 'topic' | 'section'

/** Modules, their topics, and sections of these. */
export const outlineOf = (modules: Modules): Outline =>
  modules.map((module) => ({
    id: module._id,
    name: `modul ${module.title}`,
    children: module.topics.map((topic) => ({
      id: topic._id,
      name: `topik ${topic.title}`,
      children: topic.sections.map(({ _id, heading }) => ({ id: _id, name: `bagian ${heading}`, children: [] })),
    })),
  }))

/** The input of the reorder call: ids in order. */
export const orderOf = (outline: Outline) =>
  outline.map((module) => ({
    id: module.id,
    topics: module.children.map((topic) => ({ id: topic.id, sections: topic.children.map(({ id }) => id) })),
  }))
