import { LineCounter, parseDocument } from 'yaml'

/** Runs in a worker process: milliseconds of a processor that parsing takes. The second time counts, as the first one includes compiling the code. */
export function probeYaml(text: string): number {
  const measure = () => {
    const began = process.cpuUsage()
    parseDocument(text, { lineCounter: new LineCounter() })
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
  return Math.min(measure(), measure())
}
