import { parseArgs } from 'node:util'
import { bringBackHalfway } from './halfway.ts'

// npm run upgrade. Runs when loaded. What an upgrade left that was killed halfway is mended before anything is loaded that needs packages.

const text = { type: 'string' } as const
const { values } = parseArgs({
  strict: false,
  options: { rollback: { type: 'boolean' }, stop: text, start: text },
})
const [stop, start] = [values['stop'], values['start']].map((value) => (typeof value === 'string' ? value : undefined))
const isMended = await bringBackHalfway({ isRollback: values['rollback'] === true, stop, start })
// The files of the version that was brought back are not those of this one.
if (!isMended) await (await import('./steps.ts')).runUpgrade(process.env)
