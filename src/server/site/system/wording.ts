import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'

const oneDecimal = new Intl.NumberFormat('id', { maximumFractionDigits: 1 })

/** 0.123 as "12,3 %". */
export const percent = (share: number): string => `${oneDecimal.format(share * 100)} %`

const steps = [
  { unitMs: dayMs, name: 'hari' },
  { unitMs: hourMs, name: 'jam' },
  { unitMs: minuteMs, name: 'menit' },
]

/** In the largest unit that fits: "3 hari". */
export function duration(ms: number): string {
  const step = steps.find(({ unitMs }) => ms >= unitMs)
  return step ? `${Math.floor(ms / step.unitMs)} ${step.name}` : `${Math.max(0, Math.round(ms / 1000))} detik`
}
