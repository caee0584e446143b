import { staffPaths } from '#contract/kit/staff-paths.ts'
import { PageTabs } from '#web/kit/staff/page-tabs.tsx'

const pages = [
  { to: staffPaths.privacy(), label: 'Permintaan' },
  { to: staffPaths.privacyIncidents(), label: 'Insiden' },
]

export const PrivacyTabs = () => <PageTabs label="Bagian privasi" pages={pages} />
