import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingGroups } from '#contract/site/setting.ts'
import { settingFields, settingNames, settingTable, type SettingName } from '#contract/site/setting-table.ts'
import type { SettingsValues } from '#contract/site/settings.ts'
import { enableTwoSteps } from '#testing/materials/two-step.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { storedSettings } from './stored-settings.ts'

// A setting is one entry of the table. These tests fail when an entry is incomplete, or when something ignores a part of it.

let site: TestSite
let token: string
/** A value of each setting, other than that of a new installation. */
const values: { [Name in Exclude<SettingName, 'logo' | 'qris'>]-?: NonNullable<SettingsValues[Name]> } = {
  name: 'Sanggar Belajar',
  claim: 'Dipercaya 12 siswa',
  contactEmail: 'halo@contoh.id',
  contactPhone: '+62 812 3456 789',
  accent: '#7a1f5c',
  hero: { title: 'Masak enak tiap hari.', text: 'Belajar dari juru masak rumahan.', picture: null },
  ticker: ['Rendang', 'Soto'],
  benefits: [{ _id: 'dapur', icon: 'heart', title: 'Dari dapur sendiri', text: 'Dengan alat yang kamu punya.' }],
  faq: [{ _id: 'oven', question: 'Perlu oven?', answer: 'Tidak selalu.', words: 'oven' }],
  categoryGroups: { programming: 'Masakan', design: 'Kue', marketing: 'Minuman' },
  announcement: {
    enabled: true,
    label: 'Libur Lebaran',
    listPrice: null,
    price: null,
    promoCode: null,
    startsAt: '2026-11-01T00:00:00.000Z',
    endsAt: '2026-12-31T00:00:00.000Z',
  },
  staffMustUseTwoSteps: true,
  videoWatermark: true,
  csvFormat: 'comma',
  instructorApplications: true,
  courseReview: 'first',
  whatsapp: {
    enabled: true,
    codeTemplate: 'kode',
    noticeTemplate: 'kabar',
    language: 'en_US',
    dailyPerPerson: 3,
    dailyTotal: 50,
  },
  seller: { name: 'PT Sanggar', address: 'Jalan Baru 2', taxNumber: '01.234.567.8-901.000' },
  taxMode: 'inclusive',
  transfer: { enabled: true, bank: 'BCA', number: '1234567890', holder: 'PT Sanggar' },
  proofHours: 12,
  instructorSharePercent: 55,
  moneyRules: { refundDays: 14, payoutHoldDays: 30, minimumPayoutIdr: 50_000 },
  instructorPromo: { maximumPercent: 30, maximumDays: 14, maximumCodes: 5 },
}
const named = Object.entries(values)

beforeAll(async () => {
  site = await startTestSite()
  const admin = await site.createAdmin()
  token = admin.token
  // A setting demands it.
  await enableTwoSteps(site, admin)
})
afterAll(() => site.close())

const show = async () => (await site.call('GET', '/admin/settings', { token })).body.data
async function save(patch: object) {
  const { updatedAt: _, ...shown } = await show()
  return site.call('PUT', '/admin/settings', { token, body: { ...shown, ...patch } })
}

test('every setting has a value in a new installation, and fields with words for the audit log', () => {
  // Noted by the product, not entered.
  const { twoStepsRequiredSince: _, ...entered } = storedSettings.parse({})
  expect(Object.keys(entered).sort()).toEqual([...settingNames].sort())
  for (const name of settingNames) {
    expect(settingTable[name].shown.safeParse(settingTable[name].initial).success, name).toBe(true)
    const paths = Object.keys(settingTable[name].fields)
    expect(paths.every((path) => path === name || path.startsWith(`${name}.`)) && paths.length > 0, name).toBe(true)
  }
  expect(Object.entries(settingFields).filter(([, { audit }]) => audit.trim() === '')).toEqual([])
})

test('every group with a title has fields, and each of its fields a control', () => {
  for (const [group, section] of Object.entries(settingGroups)) {
    const fields = settingNames
      .filter((name) => settingTable[name].group === group)
      .flatMap((name) => Object.values(settingTable[name].fields))
    expect(fields.length, group).toBeGreaterThan(0)
    expect(
      fields.every(({ control }) => (control !== undefined) === 'title' in section),
      group,
    ).toBe(true)
  }
})

describe.each(named)('the setting %s', (name, value) => {
  test('is stored, shown, and named with its values in the audit log', async () => {
    const before = (await show())[name]
    expect(before).toEqual(settingTable[name as SettingName].initial)
    const { status, body } = await save({ [name]: value })
    expect([status, body.data?.[name]]).toEqual([200, value])
    expect((await show())[name]).toEqual(value)

    const { entries } = await site.app.modules.audit.list({ action: 'settings.saved' }, { page: 1, limit: 1 })
    const { changed, after } = (entries[0]?.details ?? {}) as { changed?: string[]; after?: Record<string, unknown> }
    expect(changed).toEqual([name])
    expect(Object.keys(after ?? {}).length).toBeGreaterThan(0)
    expect(Object.keys(after ?? {}).filter((path) => !(path in settingTable[name as SettingName].fields))).toEqual([])
  })

  test('is unchanged by a save of another one', async () => {
    await save({ [name]: value, claim: name === 'claim' ? value : 'Dipercaya 13 siswa' })
    expect((await show())[name]).toEqual(value)
    await save({ [name]: settingTable[name as SettingName].initial, claim: settingTable.claim.initial })
  })
})
