export { formatShortDate as formatDay, formatShortMoment as formatMoment } from '#contract/days.ts'
