import { Link } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { explainProblems } from './exercise-problems.ts'

/** The list of lessons on the same page. */
const contents = '#materi-kelas'

type Part = { to: string; link: string; why: string }

/** Lists what students cannot do yet, each with the place where staff do something about it. */
export function listMissingParts({
  _id: courseId,
  details,
  chapters,
  pace,
  learn,
  uploadedThumbnail,
}: StaffCourseDetail): Part[] {
  const edit = paths.adminCourseEdit({ courseId })
  const shown = details.filter(({ status }) => status !== 'draft')
  const isEmpty = shown.length === 0
  return [
    ...(isEmpty && details.length === 0
      ? [
          {
            to: paths.adminLessonCreate({ courseId }),
            link: 'Isi materi',
            why: 'Tanpa materi kelas ini belum bisa dibeli atau diikuti.',
          },
        ]
      : []),
    ...(isEmpty && details.length > 0
      ? [
          {
            to: contents,
            link: 'Tayangkan materi',
            why: 'Semua materi masih draf, jadi kelas ini belum bisa dibeli atau diikuti.',
          },
        ]
      : []),
    ...(pace === 'drip' && chapters.every(({ dripDays }) => dripDays === 0)
      ? [
          {
            to: contents,
            link: chapters.length === 0 ? 'Buat bab' : 'Atur hari tiap bab',
            why: `Materi kelas ini terbuka bertahap, tetapi ${chapters.length === 0 ? 'belum ada bab yang menunggu' : 'semua babnya langsung terbuka'}.`,
          },
        ]
      : []),
    ...shown
      .filter(({ isVideoMissing }) => isVideoMissing)
      .map(({ _id, title }) => ({
        to: paths.adminLessonEdit({ courseId, lessonId: _id }),
        link: `Unggah video “${title}”`,
        why: 'Videonya belum ada, jadi siswa melihat pemberitahuan di tempatnya.',
      })),
    ...shown
      .filter(({ questionCount }) => questionCount === 0)
      .map(({ _id, title }) => ({
        to: paths.adminLessonEdit({ courseId, lessonId: _id }),
        link: `Isi kuis “${title}”`,
        why: 'Belum punya soal, jadi kelas ini belum bisa diselesaikan dan sertifikatnya belum terbit.',
      })),
    ...shown.flatMap(({ _id, title, exerciseProblems }) => {
      const why = explainProblems(exerciseProblems)
      const to = staffPaths.exercise({ courseId, lessonId: _id })
      return why === null ? [] : [{ to, link: `Periksa latihan “${title}”`, why }]
    }),
    ...(isEmpty && !uploadedThumbnail
      ? [{ to: edit, link: 'Unggah thumbnail', why: 'Sampul buatan sendiri lebih mudah dikenali.' }]
      : []),
    ...(isEmpty && learn.length === 0
      ? [{ to: edit, link: 'Tulis yang dipelajari', why: 'Calon siswa membacanya lebih dulu.' }]
      : []),
  ]
}

export function MissingParts({ course }: { course: StaffCourseDetail }) {
  const parts = listMissingParts(course)
  if (parts.length === 0 || course.status === 'archived') return null
  const isLive = course.status === 'published'
  return (
    <section
      aria-labelledby="belum-lengkap"
      className="mb-6 rounded-field bg-kunyit-50 px-4 py-3 wrap-anywhere text-kunyit-ink"
    >
      <h2 id="belum-lengkap" className="font-bold">
        {isLive && course.lessonCount === 0 ? 'Kelas ini tayang sebagai “Segera hadir”' : 'Yang belum lengkap'}
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {parts.map(({ to, link, why }) => (
          <li key={link}>
            <Link to={to} className="font-semibold underline">
              {link}
            </Link>
            : {why}
          </li>
        ))}
      </ul>
    </section>
  )
}
