import EyeOff from 'lucide-react/icons/eye-off'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'

const notices = {
  draft: {
    label: 'Draf',
    text: 'Hanya kamu dan admin yang bisa melihat halaman ini. Tayangkan kelasnya supaya bisa ditemukan siswa.',
  },
  archived: { label: 'Arsip', text: 'Kelas ini tidak dijual lagi. Yang sudah terdaftar tetap bisa belajar.' },
}

/** Shown above a course that is not public: explains who can see it, and links editors to the course management. */
export function UnpublishedCourseNotice({ course, canEdit }: { course: CourseOverview; canEdit: boolean }) {
  const { label, text } = notices[course.status === 'archived' ? 'archived' : 'draft']
  return (
    <section aria-label={label} className="border-b border-line bg-kunyit-50 text-kunyit-ink">
      <div className="wrap flex flex-wrap items-center gap-x-5 gap-y-3 py-3">
        <p className="flex min-w-0 flex-1 basis-72 items-center gap-3 text-sm">
          <EyeOff className="size-5 shrink-0" />
          <span>
            <strong className="font-extrabold">{label}.</strong> {text}
          </span>
        </p>
        {canEdit && (
          <div className="flex gap-2">
            <ButtonLink to={paths.adminCourse({ courseId: course._id })} size="sm">
              Kelola kelas
            </ButtonLink>
            <ButtonLink to={paths.adminCoursePreview({ courseId: course._id })} size="sm" variant="outline">
              Preview
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}

/** Replaces the offer: a draft is not for sale yet. */
export function DraftOffer() {
  return (
    <section aria-labelledby="harga-judul" className="rounded-dialog border border-dashed border-border bg-surface p-6">
      <h2 id="harga-judul" tabIndex={-1} className="flex items-center gap-2.5 text-lg font-extrabold">
        Harga <Badge tone="promo">Draf</Badge>
      </h2>
      <p className="mt-1 text-sm text-ink-3">
        Kelas ini belum dijual. Tombol beli muncul di sini setelah kelas ditayangkan.
      </p>
    </section>
  )
}
