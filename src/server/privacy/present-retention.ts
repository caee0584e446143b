import type { LegalPage } from '#contract/privacy/privacy.ts'
import { retentionRules, type Basis, type RetentionRule } from '#server/platform/jobs/index.ts'

const bases: Record<Basis, string> = {
  contract: 'Perjanjian denganmu',
  law: 'Kewajiban hukum',
  security: 'Kepentingan sah: keamanan layanan',
  consent: 'Persetujuanmu',
}

/** The rules as the table of the privacy page. */
export const presentRetention = ({ sessionDays }: { sessionDays: number }): LegalPage['retention'] =>
  Object.values<RetentionRule>(retentionRules).map(({ data, purpose, kept, basis }) => ({
    data,
    purpose,
    kept: kept.replace('{sessionDays}', String(sessionDays)),
    basis: bases[basis],
  }))
