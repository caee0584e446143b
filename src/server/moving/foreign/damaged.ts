import { DamagedXml } from '#server/platform/xml.ts'

/** For the report: what is damaged, and where. */
export const damageNote = ({ file, line, problem }: DamagedXml): string =>
  `rusak di sumbernya: ${file} baris ${line}: ${problem.replace(/^XML rusak: /, '')}`

/** Reads, or returns a note where the XML is damaged. */
export function unlessDamaged<Value>(read: () => Value): [Value | undefined, damage: string | null] {
  try {
    return [read(), null]
  } catch (error) {
    if (!(error instanceof DamagedXml)) throw error
    return [undefined, damageNote(error)]
  }
}
