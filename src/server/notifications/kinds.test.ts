import { describe, expect, test } from 'vitest'
import { notificationChannels, notificationKinds, type NotificationKind } from '#contract/notifications/kinds.ts'
import { uuidPattern } from '#contract/kit/uuid.ts'
import { createCloudApi } from '#server/platform/outgoing/index.ts'
import { channelsOf, describe as describeKind, hasChannel, kinds } from './kinds.ts'

const uuid = '00000000-0000-7000-8000-000000000001'
/** Any data of any kind: a value for each field by its name, so that a new kind is tested without a row here. */
const anyData = new Proxy(
  {},
  {
    get(_, name) {
      const field = String(name)
      if (field.endsWith('Id')) return uuid
      if (/Idr$|^(count|left|percent|amount)/i.test(field)) return 25_000
      if (/At$|^(at|until|from)$/.test(field)) return '2026-11-26T10:00:00.000Z'
      return field === 'url' ? '/kelas/details/x' : `Isi ${field}`
    },
  },
)

describe.each(notificationKinds.map((kind) => [kind]))('the kind %s', (kind: NotificationKind) => {
  const { title, text, url, action } = describeKind(kind, anyData)

  test('has a title, a text, a link of this site and a button, and words in the settings', () => {
    const { label, group } = kinds[kind]
    for (const words of [title, text, action, label, group]) expect(words.trim().length).toBeGreaterThan(2)
    for (const words of [title, text, action]) expect(words).not.toMatch(/undefined|NaN|\[object|null|Invalid/)
    expect(url).toMatch(/^\/[\w/?=&%.#-]*$/)
    expect(new URL(url, 'https://kursus.example').origin).toBe('https://kursus.example')
  })

  test('tells something by default, and uses only the channels that it has', () => {
    expect(kinds[kind].defaults.length).toBeGreaterThan(0)
    const everything = { app: true, mail: true, digest: true, push: true, whatsapp: true }
    const chosen = channelsOf(kind, everything)
    for (const channel of notificationChannels)
      expect([channel, chosen[channel]]).toEqual([channel, hasChannel(kind, channel)])
    expect([chosen.mail, chosen.digest]).toEqual(Array(2).fill(!kinds[kind].mailedSeparately))
    expect(channelsOf(kind, undefined)).toMatchObject({
      push: kinds[kind].defaults.includes('push'),
      whatsapp: kinds[kind].defaults.includes('whatsapp'),
    })
  })

  test('fits a push message, and a template of WhatsApp', async () => {
    expect(
      new TextEncoder().encode(JSON.stringify({ title: title.slice(0, 120), text: text.slice(0, 240), url }))
        .byteLength,
    ).toBeLessThan(3000)
    let sent: { template?: { components: { parameters: { text: string }[] }[] } } = {}
    const api = createCloudApi({
      base: 'https://graph.example',
      phoneNumberId: '12345',
      token: 't',
      appSecret: 's',
      fetch: async (request) => (
        (sent = JSON.parse(await request.text())),
        Response.json({ messages: [{ id: 'wamid.1' }] })
      ),
    })
    const templates = { code: 'kode', notice: 'kabar', language: 'id' }
    await api.send({
      id: 'a',
      to: '6281200000000',
      content: { title, text, path: url },
      templates,
      siteUrl: 'https://kursus.example',
      isAnswer: false,
    })
    const texts =
      sent.template?.components.flatMap(({ parameters }) => parameters.map((parameter) => parameter.text)) ?? []
    expect(texts).toHaveLength(3)
    for (const parameter of texts) expect(parameter).toMatch(/^\S.{0,500}$/)
  })
})

test('names of kinds are stored, so they are in one form', () => {
  for (const kind of notificationKinds) expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/)
  expect(new Set(notificationKinds).size).toBe(notificationKinds.length)
  expect(uuid).toMatch(new RegExp(uuidPattern))
})
