import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { SectionEditor } from './section-editor.tsx'

export const createSectionLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    loadAsStaff(
      api,
      request,
      async () => {
        const id = params['ebookId'] ?? ''
        const sectionId = params['sectionId'] ?? ''
        const [ebook, section] = await Promise.all([
          api.authenticated.library.adminShowEbook({ id }),
          api.authenticated.library.adminShowSection({ id, sectionId }),
        ])
        return { ebook: { id, title: ebook.data.title }, section: section.data }
      },
      { adminOnly: true },
    )

export function SectionPage() {
  const { ebook, section } = useLoaderData<ReturnType<typeof createSectionLoader>>()
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
