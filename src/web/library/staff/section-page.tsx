import { useLoaderData } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { SectionEditor } from './section-editor.tsx'

export const createLoader = staffLoader(async (api, { params }) => {
  const id = params['ebookId'] ?? ''
  const sectionId = params['sectionId'] ?? ''
  const [ebook, section] = await Promise.all([
    api.authenticated.library.adminShowEbook({ id }),
    api.authenticated.library.adminShowSection({ id, sectionId }),
  ])
  return { ebook: { id, title: ebook.data.title }, section: section.data }
})

export function Page() {
  const { ebook, section } = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title={section.heading}
      lead={ebook.title}
      back={{ to: paths.adminEbook({ ebookId: ebook.id }), label: 'Struktur e-book' }}
    >
      {/* After a save the editor stays, with its cursor and undo history. */}
      <SectionEditor key={section._id} ebookId={ebook.id} section={section} />
    </StaffPage>
  )
}
