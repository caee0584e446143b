/** A part of an outline with what is in it, such as a chapter with its lessons. Ids are unique in the whole outline. */
export type Part = {
  id: string
  /** With its kind, for screen readers: `bab Dasar`. */
  name: string
  /** Always first in the outline, and no part of its own: what stands before the first chapter. */
  isFixed?: true
  children: Outline
}
export type Outline = readonly Part[]

/** The indexes that lead to a part, from the outermost. */
type Path = readonly number[]

function pathOf(outline: Outline, id: string): Path | null {
  for (const [index, part] of outline.entries()) {
    if (part.id === id && !part.isFixed) return [index]
    const below = pathOf(part.children, id)
    if (below) return [index, ...below]
  }
  return null
}

const isSame = (one: Path, other: Path): boolean => one.join() === other.join()
const parentOf = (path: Path): Path => path.slice(0, -1)
const childrenAt = (outline: Outline, path: Path): Outline | undefined =>
  path.reduce<Outline | undefined>((parts, index) => parts?.[index]?.children, outline)

/** All parts that have children of this depth, in order. */
function parentsOf(outline: Outline, depth: number): Path[] {
  if (depth === 0) return [[]]
  return outline.flatMap((part, index) => parentsOf(part.children, depth - 1).map((path) => [index, ...path]))
}

function change(outline: Outline, path: Path, work: (parts: Outline) => Outline): Outline {
  const [index, ...rest] = path
  if (index === undefined) return work(outline)
  return outline.map((part, at) => (at === index ? { ...part, children: change(part.children, rest, work) } : part))
}

/** Moves a part into another or the same parent; an index beyond the end appends it. What is fixed stays first. */
function move(outline: Outline, from: Path, parent: Path, index: number): Outline {
  const at = from.at(-1) ?? 0
  const part = childrenAt(outline, parentOf(from))?.[at]
  if (!part || childrenAt(outline, parent)?.[index]?.isFixed) return outline
  const without = change(outline, parentOf(from), (parts) => parts.toSpliced(at, 1))
  return change(without, parent, (parts) => parts.toSpliced(Math.min(index, parts.length), 0, part))
}

const end = Number.POSITIVE_INFINITY

/** Moves a part one step up or down. At the edge of its parent it moves into the neighbouring one. Without a place to move to, the same outline. */
export function step(outline: Outline, id: string, by: -1 | 1): Outline {
  const from = pathOf(outline, id)
  if (!from) return outline
  const parent = parentOf(from)
  const index = (from.at(-1) ?? 0) + by
  if (childrenAt(outline, parent)?.[index]) return move(outline, from, parent, index)
  const parents = parentsOf(outline, parent.length)
  const neighbour = parents[parents.findIndex((path) => isSame(path, parent)) + by]
  return neighbour ? move(outline, from, neighbour, by === 1 ? 0 : end) : outline
}

/**
 * Moves the dragged part to the place of another of its kind, or of the one that contains what it is dropped on. Dropped on another
 * parent, it becomes the last part there. Other targets change nothing.
 */
export function drop(outline: Outline, dragged: string, over: string): Outline {
  const from = pathOf(outline, dragged)
  const onto = pathOf(outline, over)
  if (!from || !onto || onto.length < from.length - 1) return outline
  if (onto.length === from.length - 1) return isSame(onto, parentOf(from)) ? outline : move(outline, from, onto, end)
  const place = onto.slice(0, from.length)
  return isSame(place, from) ? outline : move(outline, from, parentOf(place), place.at(-1) ?? 0)
}

/** The outline while a part is dragged over another parent: it makes room there. Within its parent, the list itself moves. */
export function hover(outline: Outline, dragged: string, over: string): Outline {
  const from = pathOf(outline, dragged)
  const onto = pathOf(outline, over)
  if (!from || !onto || from.length === 1) return outline
  return isSame(onto.slice(0, from.length - 1), parentOf(from)) ? outline : drop(outline, dragged, over)
}

/** The name of every part by its id. */
export const namesOf = (outline: Outline): Map<string, string> =>
  new Map(outline.flatMap(({ id, name, children }) => [[id, name] as const, ...namesOf(children)]))
