import { DamagedXml } from '#server/platform/xml.ts'

/** For the report: what is damaged, and where. */
export const damageNote = ({ file, line, problem }: DamagedXml): string =>
  `rusak di sumbernya: ${file} baris ${line}: ${problem.replace(/^XML rusak: /, '')}`

/** What was read; with a note, and without it, where its XML is damaged. */
export function unlessDamaged<Value>(read: () => Value): [Value | undefined, damage: string | null] {
  try {
    return [read(), null]
  } catch (error) {
    if (!(error instanceof DamagedXml)) throw error
    return [undefined, damageNote(error)]
  }
}
