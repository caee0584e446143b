type Stray = { /** Counted from 0 in the block. */ line: number; message: string }

const answersOf = /(?<!\\)\{((?:\\[^]|[^\\}])*)\}/g

/** Signs that start a new answer where they look like a part of a text: `SameSite=Lax`, or in the middle of a line while answers have lines of their own. */
export function describeStrayMarkers(block: string): Stray[] {
  const found: Stray[] = []
  for (const match of block.matchAll(answersOf)) {
    const answers = match[1] ?? ''
    const first = block.slice(0, match.index).split('\n').length - 1
    const isByLine = answers.split('\n').filter((line) => /^\s*[=~]/.test(line)).length > 1
    for (const [index, line] of answers.split('\n').entries()) {
      const indent = line.length - line.trimStart().length
      const marker = [...line.matchAll(/(?<!\\)[=~]/g)].find(({ index: at, 0: sign }) => {
        if (at <= indent) return false
        const before = line[at - 1] ?? ''
        // `%` ends a weight; a compact list such as {=a~b~c} has its answers side by side.
        return isByLine || (sign === '=' && /[\p{L}\p{N}_)"'\]>]/u.test(before))
      })
      if (marker) {
        const around = line.trim().slice(0, 80)
        found.push({
          line: first + index,
          message: `Tanda ${marker[0]} di tengah "${around}" memulai jawaban baru. Bila itu bagian dari teks, tulis \\${marker[0]}`,
        })
      }
    }
  }
  return found
}
