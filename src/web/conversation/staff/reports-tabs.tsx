import { staffPaths } from '#contract/kit/staff-paths.ts'
import { PageTabs } from '#web/kit/staff/page-tabs.tsx'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'

const pages = [
  { to: staffPaths.reports(), label: 'Laporan' },
  { to: staffPaths.writingBlocks(), label: 'Penulis diblokir' },
]

/** For admins: instructors have the reports alone. */
export const ReportsTabs = () => useStaffUser().role === 'admin' && <PageTabs label="Bagian laporan" pages={pages} />
