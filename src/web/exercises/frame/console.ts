import { maximumLines, maximumMessageCharacters, type RunMessage } from './protocol.ts'
import { describeValue } from './values.ts'

type Level = Extract<RunMessage, { kind: 'line' }>['level']

/** A console that sends its lines, up to a limit: the rest of endless output is counted as over. */
export function createConsole(send: (message: RunMessage) => void) {
  let lines = 0
  const write = (level: Level, values: readonly unknown[]) => {
    lines++
    if (lines > maximumLines + 1) return
    if (lines > maximumLines)
      return send({ kind: 'line', level: 'warn', text: `Lebih dari ${maximumLines} baris. Sisanya tidak tampil.` })
    const text = values
      .map((value) => (typeof value === 'string' ? value : describeValue(value, maximumMessageCharacters)))
      .join(' ')
    send({
      kind: 'line',
      level,
      text: text.length > maximumMessageCharacters ? `${text.slice(0, maximumMessageCharacters)}…` : text,
    })
  }
  const at =
    (level: Level) =>
    (...values: unknown[]) =>
      write(level, values)
  return {
    log: at('log'),
    info: at('log'),
    debug: at('log'),
    table: at('log'),
    dir: at('log'),
    warn: at('warn'),
    error: at('error'),
    assert: (isMet: unknown, ...values: unknown[]) => !isMet && write('error', ['Tidak terpenuhi:', ...values]),
    clear() {},
    group: at('log'),
    groupEnd() {},
    time() {},
    timeEnd() {},
    count: at('log'),
    trace: at('log'),
  }
}
