import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { detailLabel, moneyDetails, valueLabels } from './audit-labels.ts'

type Names = Readonly<Record<string, string>>
/** A line of the details; `items` are the names of a long list, such as of an import. */
export type DetailLine = { text: string; items?: readonly string[] }

/** A list of names that is longer folds away. */
const shownNames = 5

/** The details of an entry as lines, such as "harga: Rp 50.000 menjadi Rp 45.000". `names` are those of the ids in them. */
export function describeDetails(
  { before, after, ...others }: Record<string, unknown>,
  names: Names = {},
): DetailLine[] {
  const hasCompared = isRecord(before) && isRecord(after)
  const comparedNames = hasCompared ? Object.keys({ ...before, ...after }) : []
  const compared = hasCompared ? comparedNames.map((name) => changeLine(name, before[name], after[name], names)) : []
  const rest = hasCompared
    ? others
    : { ...others, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  const { from, to, changed, ...plain } = rest
  const isCompared = (name: unknown) =>
    comparedNames.some((other) => other === name || other.startsWith(`${String(name)}.`))
  const left = Array.isArray(changed) ? changed.filter((name) => !isCompared(name)) : changed
  const lines = Object.entries({ ...plain, changed: left }).flatMap(([name, value]) => detailLine(name, value, names))
  // A role, or whatever else the action is about.
  const moved =
    from === undefined && to === undefined
      ? []
      : [{ text: `${showValue('role', from, names)} menjadi ${showValue('role', to, names)}` }]
  return [...moved, ...lines, ...compared]
}

function detailLine(name: string, value: unknown, names: Names): DetailLine[] {
  if (isHidden(value, names)) return []
  if (isRecord(value) && 'from' in value && 'to' in value) return [changeLine(name, value['from'], value['to'], names)]
  if (!Array.isArray(value) || !value.every(isId))
    return [{ text: `${detailLabel(name)}: ${showValue(name, value, names)}` }]
  const known = value.flatMap((id) => names[id] ?? [])
  const others = value.length - known.length
  if (value.length <= shownNames && others === 0) return [{ text: `${detailLabel(name)}: ${known.join(', ')}` }]
  return [
    {
      text: `${detailLabel(name)}: ${value.length}`,
      items: others > 0 ? [...known, `${others} lainnya atau sudah dihapus`] : known,
    },
  ]
}

const changeLine = (name: string, before: unknown, after: unknown, names: Names): DetailLine => ({
  text: `${detailLabel(name)}: ${showValue(name, before, names)} menjadi ${showValue(name, after, names)}`,
})

function showValue(name: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'ya' : 'tidak'
  if (Array.isArray(value))
    return value
      .map((item) =>
        typeof item === 'string' ? (valueLabels[name]?.[item] ?? detailLabel(item)) : JSON.stringify(item),
      )
      .join(', ')
  if (typeof value === 'number' && (name.endsWith('Idr') || moneyDetails.has(name))) return formatRupiah(value)
  if (typeof value === 'number' && name.endsWith('Percent')) return `${value}%`
  if (isId(value)) return names[value] ?? 'sudah dihapus'
  // Such as the percent of each instructor.
  if (isRecord(value) && Object.keys(value).every(isId))
    return (
      Object.entries(value)
        .map(([id, each]) => `${names[id] ?? 'sudah dihapus'} ${showValue(name, each, names)}`)
        .join(', ') || '–'
    )
  if (typeof value === 'string' && name.endsWith('At')) return formatShortDateTime(value)
  return typeof value === 'string' ? (valueLabels[name]?.[value] ?? value) : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)

/** Empty values, and ids of what has no name, are not shown. */
const isHidden = (value: unknown, names: Names): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (isId(value) && names[value] === undefined) ||
  ((Array.isArray(value) || isRecord(value)) && Object.keys(value).length === 0)
