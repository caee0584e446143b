import PackageOpen from 'lucide-react/icons/package-open'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { Link, useLoaderData, useLocation, useRevalidator, useRouteLoaderData } from 'react-router'
import * as z from 'zod/mini'
import { listStaffCoursesInput, type StaffCourse } from '#contract/catalog/authoring.ts'
import type { Category } from '#contract/catalog/catalog.ts'
import { hasRight } from '#contract/catalog/teachers.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import type { Bulk } from '#web/kit/staff/lists/use-bulk.ts'
import { actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { StaffPrice } from './staff-price.tsx'
import { StatusBadge, statusOptions } from './status-badge.tsx'
import { useCourseActions } from './use-course-actions.ts'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.authoring.listStaffCourses(readListQuery(listStaffCoursesInput, request)),
)

const importCourse = (
  <ButtonLink to={staffPaths.courseImport()} variant="outline">
    <Upload aria-hidden className="size-4.5" />
    Impor
  </ButtonLink>
)
const newCourse = (
  <ButtonLink to={paths.adminCourseCreate()}>
    <Plus aria-hidden className="size-4.5" />
    New Course
  </ButtonLink>
)

export function Page() {
  const { data: courses, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const { categories } = useRouteLoaderData('site') as { categories: Category[] }
  const columns = useColumns()
  const bulk = useCourseBulk(categories)
  const isAdmin = useStaffUser().role === 'admin'
  return (
    <StaffPage
      title="Kelas"
      lead="Semua kelas yang kamu kelola: yang tayang, draf, dan arsip."
      actions={
        <>
          {isAdmin && (
            <ButtonLink to={staffPaths.siteExports()} variant="outline">
              <PackageOpen aria-hidden className="size-4.5" />
              Ekspor semua
            </ButtonLink>
          )}
          {importCourse}
          {newCourse}
        </>
      }
    >
      <StaffList
        caption="Daftar kelas"
        columns={columns}
        bulk={bulk}
        rows={courses}
        meta={meta}
        defaultSort="-updated"
        countWord="kelas"
        search="Cari kelas"
        filters={[
          { name: 'status', label: 'Status', all: 'Semua status', options: statusOptions },
          {
            name: 'category',
            label: 'Kategori',
            all: 'Semua kategori',
            options: categories.map(({ slug, name }) => ({ value: slug, label: name })),
          },
        ]}
        empty={{
          title: 'Belum ada kelas',
          text: 'Buat kelas pertamamu: judul, sampul, harga, lalu materinya.',
          actions: (
            <span className="flex flex-wrap justify-center gap-2">
              {importCourse}
              {newCourse}
            </span>
          ),
        }}
      />
    </StaffPage>
  )
}

const categoryRule = z.string().check(z.minLength(1, 'Pilih kategori tujuan'))

/** Bulk actions on courses that the viewer may edit. */
function useCourseBulk(categories: readonly Category[]): Bulk<StaffCourse> {
  const { authoring } = useApi().authenticated
  const isAdmin = useStaffUser().role === 'admin'
  return {
    nameOf: ({ title }) => title,
    canChoose: ({ myRole }) => isAdmin || (myRole !== null && hasRight(myRole, 'edit')),
    actions: [
      {
        label: 'Tayangkan',
        call: ({ _id }) => authoring.setCourseStatus({ id: _id, status: 'published' }),
        done: (count) => `${count} kelas tayang${isAdmin ? '' : ' atau diajukan untuk diperiksa'}.`,
      },
      {
        label: 'Arsipkan',
        danger: true,
        ask: {
          title: (count) => `Arsipkan ${count} kelas?`,
          text: () => 'Kelasnya hilang dari katalog dan tidak dijual lagi, tetapi siswanya tetap bisa belajar.',
        },
        unfit: ({ myRole }) =>
          isAdmin || myRole === 'owner' ? null : 'Hanya pemilik kelas yang bisa mengarsipkannya.',
        call: ({ _id }) => authoring.setCourseStatus({ id: _id, status: 'archived' }),
        done: (count) => `${count} kelas diarsipkan.`,
      },
      {
        label: 'Pindah kategori',
        ask: {
          title: (count) => `Pindahkan ${count} kelas?`,
          text: () => 'Kode promo dan diskon sebuah kategori berlaku untuk semua kelas di dalamnya.',
          field: {
            label: 'Pindahkan ke',
            rule: categoryRule,
            options: categories.map(({ _id, name }) => ({ value: _id, label: name })),
          },
        },
        call: ({ _id }, categoryId) => authoring.patchCourse({ id: _id, categoryId }),
        done: (count) => `${count} kelas dipindahkan.`,
      },
    ],
  }
}

function useColumns(): Column<StaffCourse>[] {
  const actions = useCourseActions()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const newCourseId = (useLocation().state as { newCourseId?: string } | null)?.newCourseId
  return [
    {
      key: 'title',
      label: 'Kelas',
      sort: 'title',
      isName: true,
      cell: (course) => <CourseName course={course} isNew={course._id === newCourseId} />,
    },
    { key: 'status', label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { key: 'price', label: 'Harga', sort: 'price', numeric: true, cell: (course) => <StaffPrice course={course} /> },
    {
      key: 'students',
      label: 'Siswa',
      sort: 'students',
      numeric: true,
      isExtra: true,
      descendsFirst: true,
      cell: ({ students }) => students,
    },
    {
      key: 'lessons',
      label: 'Materi',
      sort: 'lessons',
      numeric: true,
      isExtra: true,
      descendsFirst: true,
      cell: ({ lessonCount }) => lessonCount,
    },
    {
      key: 'updated',
      label: 'Diubah',
      sort: 'updated',
      descendsFirst: true,
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} className="whitespace-nowrap">
          {formatShortDate(updatedAt)}
        </time>
      ),
    },
    actionsColumn(
      (course) => (
        <span className="flex flex-wrap gap-2 md:flex-nowrap">
          <ButtonLink to={paths.adminCourse({ courseId: course._id })} variant="outline" size="sm">
            Manage<span className="sr-only"> {course.title}</span>
          </ButtonLink>
          <DownloadButton
            size="sm"
            load={async () => (await authenticated.courseFormat.exportCourse({ id: course._id })).body}
          >
            <span className="md:sr-only">
              Ekspor<span className="sr-only"> {course.title}</span>
            </span>
          </DownloadButton>
          {course.status !== 'archived' && (
            <Button
              variant="ghost"
              size="sm"
              className="text-mengkudu!"
              busy={actions.busy === course._id}
              onClick={async () => {
                if (await actions.remove(course)) await revalidate()
              }}
            >
              Delete<span className="sr-only"> {course.title}</span>
            </Button>
          )}
        </span>
      ),
      'Tindakan',
    ),
  ]
}

/** @param isNew created just now: what comes next is its first lesson */
function CourseName({ course, isNew }: { course: StaffCourse; isNew: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <img
        src={course.thumbnail}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        className="cover-art aspect-video w-16 shrink-0 rounded-chip object-cover"
      />
      <span className="min-w-0">
        <Link
          to={paths.adminCourse({ courseId: course._id })}
          className="line-clamp-2 font-bold wrap-anywhere hover:underline"
        >
          {course.title}
        </Link>
        <span className="line-clamp-1 text-sm wrap-anywhere text-ink-3">
          {course.category.name || 'Tanpa kategori'} · {course.instructor.name}
        </span>
        {(isNew || (course.lessonCount === 0 && course.status === 'published')) && (
          <span className="mt-1 flex flex-wrap items-center gap-2">
            {isNew && <Badge tone="success">Baru</Badge>}
            {course.lessonCount === 0 && (
              <Link to={paths.adminLessonCreate({ courseId: course._id })} className="text-sm font-semibold underline">
                Isi materi<span className="sr-only"> {course.title}</span>
              </Link>
            )}
          </span>
        )}
      </span>
    </span>
  )
}
