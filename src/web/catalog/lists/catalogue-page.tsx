import { Form, useLoaderData, useLocation } from 'react-router'
import { formatCount } from '#contract/kit/money.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { StructuredData } from '#web/kit/ui/structured-data.tsx'
import { CourseList } from './course-list.tsx'
import { crumbsOfKeyword } from '#web/catalog/crumbs.ts'
import { CategoryHeading, ListHeading } from './list-heading.tsx'
import type { createCatalogueLoader, createKeywordLoader, createSaleLoader } from './list-pages.ts'
import { readFilters, writeFilters } from './filters.ts'
import { PopularTopics } from './popular-topics.tsx'
import { SaleCode } from '#web/catalog/sale-code.tsx'
import { describeBreadcrumb, describeCourseList } from '#web/catalog/structured-data.ts'

export { createCatalogueLoader, createKeywordLoader, createSaleLoader, createSearchLoader } from './list-pages.ts'
export { SearchPage } from './search-page.tsx'

/** The canonical URL of a list page: filtered lists point to the unfiltered list, further pages of the unfiltered list to themselves. */
function useCanonicalPath(base: string): string {
  const { page, ...filters } = readFilters(new URLSearchParams(useLocation().search))
  return Object.keys(filters).length > 0 ? base : base + writeFilters({ ...(page && { page }) })
}

/** The page number in the title, so that no two pages have the same title. */
function usePageSuffix(): string {
  const { page } = readFilters(new URLSearchParams(useLocation().search))
  return page ? `, halaman ${page}` : ''
}

export function CataloguePage() {
  const { courses, total, note, categories } = useLoaderData<ReturnType<typeof createCatalogueLoader>>()
  const canonicalPath = useCanonicalPath(paths.catalogue())
  const hasCourses = categories.some(({ courseCount }) => courseCount > 0)
  const suffix = usePageSuffix()
  return (
    <>
      <StructuredData nodes={(origin) => describeCourseList(origin, courses)} />
      <PageHead
        title={`Katalog Kelas Online${suffix}`}
        description="Cari kelas gratis dan berbayar berbahasa Indonesia bersama mentor praktisi. Saring menurut topik, level, dan harga, lalu mulai hari ini."
        canonicalPath={canonicalPath}
      />
      <ListHeading title="Semua kelas">
        Pilih topik, sesuaikan dengan level, lalu mulai dari yang paling dekat dengan tujuanmu.
      </ListHeading>
      <CourseList
        courses={courses}
        total={total}
        note={note}
        categories={categories}
        searchPlaceholder="Cari judul, topik, atau level"
        empty={
          hasCourses ? (
            <EmptyState
              title="Tidak ada hasil"
              text="Coba kata yang lebih pendek, hapus sebagian filter, atau mulai dari topik populer ini."
            >
              <PopularTopics categories={categories} />
            </EmptyState>
          ) : (
            <EmptyState title="Tidak ada hasil" text="Kelas pertama sedang disiapkan. Pantau lagi, ya." />
          )
        }
      />
    </>
  )
}

export function KeywordPage() {
  const { keyword, category, courses, total, note, categories } =
    useLoaderData<ReturnType<typeof createKeywordLoader>>()
  const canonicalPath = useCanonicalPath(paths.keyword({ keyword }))
  const suffix = usePageSuffix()
  const { search } = useLocation()
  const title = category ? `Kelas ${category.name}` : `Kelas “${keyword}”`
  const crumbs = crumbsOfKeyword(keyword, category)
  return (
    <>
      <StructuredData
        nodes={(origin) => [...describeCourseList(origin, courses), ...describeBreadcrumb(origin, crumbs)]}
      />
      <PageHead
        title={title + suffix}
        description={`${formatCount(total)} kelas ${category?.name ?? keyword} berbahasa Indonesia bersama mentor praktisi. Bandingkan level, ulasan, dan harga, lalu mulai belajar hari ini.`}
        canonicalPath={canonicalPath}
        noIndex={!category || category.courseCount === 0}
        {...(category && { image: { path: sharingImage('kategori', category.slug), alt: title } })}
      />
      {category ? (
        <CategoryHeading slug={category.slug} title={category.name} crumbs={crumbs}>
          {category.courseCount > 0
            ? `${formatCount(category.courseCount)} kelas bersama mentor praktisi, dari langkah pertama sampai siap berkarya.`
            : 'Kelas pertama sedang disiapkan. Pantau lagi, ya.'}
        </CategoryHeading>
      ) : (
        <ListHeading title={title} crumbs={crumbs}>
          {total === 0 &&
            !search &&
            `Topik “${keyword}” belum ada di sini. Coba kata lain, atau mulai dari topik populer.`}
        </ListHeading>
      )}
      <CourseList
        courses={courses}
        total={total}
        note={note}
        categories={categories}
        searchPlaceholder={category ? `Cari di ${category.name}` : 'Cari judul di hasil ini'}
        {...(category && { currentCategory: category.slug })}
        empty={
          <EmptyState title="Tidak ada course yang sesuai dengan filter Anda.">
            <ResetFilter />
            {!category && <PopularTopics categories={categories} />}
          </EmptyState>
        }
      />
    </>
  )
}

/** Removes the filters; without filters it leads to all courses. A form, so that it works before scripts run. */
function ResetFilter() {
  const { pathname, search } = useLocation()
  return (
    <Form action={search ? pathname : paths.catalogue()} method="get">
      <Button type="submit">Reset Filter</Button>
    </Form>
  )
}

export function SalePage() {
  const { courses, total, note, categories } = useLoaderData<ReturnType<typeof createSaleLoader>>()
  const canonicalPath = useCanonicalPath(paths.sale())
  const suffix = usePageSuffix()
  return (
    <>
      <StructuredData nodes={(origin) => describeCourseList(origin, courses)} />
      <PageHead
        title={`Flash Sale Kelas Online${suffix}`}
        description="Kelas yang sedang turun harga. Lihat harga awal, diskon, dan berapa yang dihemat sebelum membeli."
        canonicalPath={canonicalPath}
      />
      <ListHeading title="Flash Sale">Harga turun untuk waktu terbatas. Yang paling hemat ada di atas.</ListHeading>
      <SaleCode />
      <CourseList
        isSale
        courses={courses}
        total={total}
        note={note}
        categories={categories}
        searchPlaceholder="Cari kelas promo"
        empty={
          <EmptyState title="Tidak ada kelas dengan diskon yang tersedia.">
            <ButtonLink to={paths.catalogue()}>Lihat semua kelas</ButtonLink>
          </EmptyState>
        }
      />
    </>
  )
}
