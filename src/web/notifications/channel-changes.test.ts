import { expect, test } from 'vitest'
import { followChannels, shownKinds, type ChannelEvent, type ChannelState } from './channel-changes.ts'

const off = { app: false, mail: false, digest: false, push: false, whatsapp: false }
const start: ChannelState = { saved: { answer: off, deadline: off }, unsaved: [] }
const after = (events: readonly ChannelEvent[]) => shownKinds(events.reduce(followChannels, start))

const mail = { answer: { mail: true } }
const app = { answer: { app: true } }
const withMail = { answer: { ...off, mail: true }, deadline: off }

test('a pressed switch shows its new state before the server answers', () => {
  expect(after([{ type: 'pressed', change: mail }])).toEqual(withMail)
})

test('the answer to one switch takes nothing from another that was pressed meanwhile', () => {
  const events: ChannelEvent[] = [
    { type: 'pressed', change: mail },
    { type: 'pressed', change: app },
    { type: 'saved', change: mail, kinds: withMail },
  ]
  expect(after(events)).toEqual({ answer: { ...off, mail: true, app: true }, deadline: off })
})

test('a press that failed is undone, and the others stay', () => {
  const events: ChannelEvent[] = [
    { type: 'pressed', change: mail },
    { type: 'pressed', change: app },
    { type: 'failed', change: app },
  ]
  expect(after(events)).toEqual(withMail)
})

test('a switch that is pressed twice ends as it was pressed last', () => {
  const events: ChannelEvent[] = [
    { type: 'pressed', change: mail },
    { type: 'pressed', change: { answer: { mail: false } } },
    { type: 'saved', change: mail, kinds: withMail },
  ]
  expect(after(events)).toEqual(start.saved)
})
