import { maximumMessageCharacters, maximumOutputCharacters } from './protocol.ts'

/** Lines of what a program writes byte by byte. What is too long for a line, or for all of them, is dropped. */
export function collectOutput(show: (line: string) => void) {
  const decoder = new TextDecoder()
  let all = ''
  let line = ''
  return {
    write(bytes: Uint8Array): number {
      const text = decoder.decode(bytes, { stream: true })
      if (all.length < maximumOutputCharacters) all += text.slice(0, maximumOutputCharacters - all.length)
      const [first = '', ...others] = text.split('\n')
      line += first.slice(0, maximumMessageCharacters + 1 - line.length)
      for (const next of others) {
        show(line)
        line = next.slice(0, maximumMessageCharacters + 1)
      }
      return bytes.length
    },
    all: () => all,
    /** Shows the last line, which nothing ended. */
    end() {
      if (line !== '') show(line)
      line = ''
    },
  }
}
