import { describe, expect, it } from 'vitest'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import { findTabs, staffEntryGroups } from './staff-links.ts'
import { sumWaiting, type Waiting } from './use-waiting.ts'

const entriesOf = (role: 'admin' | 'instructor') => staffEntryGroups(role).flatMap(({ entries }) => entries)
const pathsOf = (role: 'admin' | 'instructor') => entriesOf(role).flatMap(({ pages }) => pages.map(({ to }) => to))

/** Pages that are opened from another page: signing in, forms for something new, an import. */
const openedElsewhere = /\/(create|baru|import|sign-in)$|^\/admin\/(courses\/(import|export)|no-access)$/

describe('the menu of staff', () => {
  it.each([
    ['admin', 20],
    ['instructor', 12],
  ] as const)('has for the role %s at most %i entries, each with a name of its own', (role, most) => {
    const labels = entriesOf(role).map(({ label }) => label)
    expect(labels.length).toBeLessThanOrEqual(most)
    expect(new Set(labels).size).toBe(labels.length)
    expect(new Set(pathsOf(role)).size).toBe(pathsOf(role).length)
  })

  it('leads an admin to every page of staff that no other page opens', () => {
    const all = [...Object.values(patterns), ...Object.values(staffPatterns)].filter(
      (path) => /^\/admin(\/|$)/.test(path) && !path.includes(':') && !openedElsewhere.test(path),
    )
    const reached = new Set([...pathsOf('admin'), ...pathsOf('instructor')])
    expect(all.filter((path) => !reached.has(path))).toEqual([])
  })

  it('shows tabs on the pages of one task only, and an entry of one page is called as its page', () => {
    expect(findTabs('admin', staffPatterns.transfers)?.label).toBe('Transaksi')
    expect(findTabs('admin', patterns.admin)).toBeNull()
    expect(findTabs('instructor', staffPatterns.myPromoCodes)).toBeNull()
    expect(entriesOf('instructor').map(({ label }) => label)).toContain('Kode promo')
  })

  it('adds up what waits behind the tabs of an entry', () => {
    const none = {
      submissions: null,
      questions: null,
      reports: null,
      transfers: null,
      refundRequests: null,
      applications: null,
      courseReviews: null,
    }
    const waiting: Waiting = {
      ...none,
      payouts: null,
      transfers: { count: 2, isCounted: true },
      refundRequests: { count: 99, isCounted: false },
    }
    expect(sumWaiting(waiting, ['transfers', 'refundRequests', undefined])).toBe('101+')
    expect(sumWaiting(waiting, ['transfers'])).toBe('2')
    expect(sumWaiting(waiting, ['payouts'])).toBeNull()
  })
})
