import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { ownCertificatesContract } from '#contract/learning/own-certificates.ts'
import type { Api } from '#web/identity/index.ts'
import { loadAsStudent } from '#web/learning/load-as-student.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { CvForm } from './cv-form.tsx'
import { CvSheet } from './cv-sheet.tsx'

registerContract({ ownCertificates: ownCertificatesContract })

export const createCvLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStudent(api, request, async (user) => {
      const [cv, courses, certificates] = await Promise.all([
        api.authenticated.learning.showCv(),
        api.authenticated.learning.listEnrolledCourses(),
        api.authenticated.ownCertificates.listMyCertificates(),
      ])
      return {
        user,
        cv: cv.data,
        finished: courses.data.filter((course) => course.progress === 100 || course.certificateId),
        certificates: certificates.data,
      }
    })

/** The CV: profile, written entries, and finished courses with their certificates. Printed by the browser. */
export function CvPage() {
  const { user, cv: loaded, finished, certificates } = useLoaderData<ReturnType<typeof createCvLoader>>()
  const [cv, setCv] = useState(loaded)
  const [isEditing, setEditing] = useState(false)
  const next = useFocusNext(isEditing)
  const paths = certificates.flatMap(({ _id: certificateId, title, path }) =>
    path ? [{ _id: path._id, title, steps: path.steps, certificateId }] : [],
  )
  const isShown = ({ _id }: { _id: string }) => !cv.hiddenCourseIds.includes(_id)
  return (
    <>
      {/* The title is the file name when the page is printed to PDF. */}
      <PageHead title={`CV ${user.name}`} noIndex />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <h1 className="text-2xl font-extrabold">CV</h1>
        {!isEditing && (
          <div ref={next} className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-4.5" /> Ubah CV
            </Button>
            <Button onClick={() => print()}>
              <Printer aria-hidden className="size-4.5" /> Cetak CV
            </Button>
          </div>
        )}
      </div>
      {isEditing ? (
        <div ref={next}>
          <CvForm
            cv={cv}
            items={[...paths, ...finished]}
            onCancel={() => setEditing(false)}
            onSaved={(saved, isAll) => {
              setCv(saved)
              setEditing(!isAll)
            }}
          />
        </div>
      ) : (
        <>
          {cv.updatedAt === null && (
            <p className="mb-4 rounded-card bg-info-50 px-4 py-3 text-info print:hidden">
              CV ini dibuat dari profil dan kelas yang kamu selesaikan. Tambahkan keahlian, pengalaman, dan pendidikanmu
              lewat “Ubah CV”.
            </p>
          )}
          <CvSheet
            user={user}
            cv={cv}
            paths={paths.filter(isShown)}
            courses={finished.filter(isShown)}
            certificates={certificates}
          />
        </>
      )}
    </>
  )
}
