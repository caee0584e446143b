import { storable } from '#server/platform/storable-text.ts'

/** A mistake in a course that its author can correct; lines are counted from 1. */
export type Mistake = { file: string; line: number; message: string }

export const courseFile = 'course.yaml'

export const describeMistake = ({ file, line, message }: Mistake): string => `${file}:${line}: ${message}`

/** Longer lists are cut: an author with more mistakes corrects the first ones first. */
const maximumMistakes = 200

export type Mistakes = ReturnType<typeof mistakeList>

export function mistakeList() {
  const found: Mistake[] = []
  return {
    /** A quoted text may be cut within a character, or hold what the database does not store. */
    report: (file: string, line: number, message: string): void =>
      void found.push({ file: storable(file), line, message: storable(message) }),
    /** In the order of files and lines, each once. */
    list(): Mistake[] {
      const once = new Map(found.map((mistake) => [describeMistake(mistake), mistake]))
      const place = ({ file }: Mistake) => (file === courseFile ? '' : file)
      return [...once.values()]
        .toSorted((a, b) => place(a).localeCompare(place(b)) || a.line - b.line)
        .slice(0, maximumMistakes)
    },
  }
}
