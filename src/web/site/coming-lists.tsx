import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type Props = { title: string; description: string; empty: string; path: string }

function EmptyList({ title, description, empty, path }: Props) {
  return (
    <div className="mx-auto max-w-[1200px] px-4 py-10 md:px-6 lg:px-10">
      <PageHead title={`${title} | Cendaki`} description={description} canonicalPath={path} />
      <h1 className="mb-6 text-3xl font-extrabold">{title}</h1>
      <EmptyState title={empty} text="Sambil menunggu, ada kelas yang bisa dimulai sekarang.">
        <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
      </EmptyState>
    </div>
  )
}

/** No e-book is published yet: the empty list, as the spec words it. */
export const EbooksPage = () => (
  <EmptyList
    title="E-Book"
    path={paths.ebooks()}
    description="E-book berbahasa Indonesia untuk belajar web, desain, dan mobile dengan tempo sendiri di Cendaki."
    empty="Belum ada eBook tersedia."
  />
)

export const TipsPage = () => (
  <EmptyList
    title="Tips"
    path={paths.tips()}
    description="Tips singkat dari mentor Cendaki: cara belajar, menata portofolio, dan menulis kode yang rapi."
    empty="Belum ada tips tersedia."
  />
)
