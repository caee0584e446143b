import Award from 'lucide-react/icons/award'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ClaimDialog } from './claim-dialog.tsx'

type Props = {
  course: { _id: string; title: string; certificateAvailable: boolean; certificateId?: string | undefined }
  /** Whose name is suggested for the certificate. */
  studentName: string
}

/** A finished course's badge and download; before it is issued, the way to it. Nothing for a course under way. */
export function CertificateActions({ course, studentName }: Props) {
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  const [issuedId, setIssuedId] = useState<string | null>(null)
  const certificateId = course.certificateId ?? issuedId

  if (certificateId) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Link to={paths.certificate({ certificateId })} className="hit-44 relative rounded-full">
          <Badge tone="success">
            <Award aria-hidden className="size-3.5" /> Sertifikat
            <span className="sr-only"> {course.title}</span>
          </Badge>
        </Link>
        <a className={buttonClass({ variant: 'outline', size: 'sm' })} href={paths.certificatePdf({ certificateId })} download>
          <Download aria-hidden className="size-4" /> Unduh sertifikat<span className="sr-only"> {course.title}</span>
        </a>
      </div>
    )
  }
  if (!course.certificateAvailable) return null
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Award aria-hidden className="size-4" /> Ambil sertifikat<span className="sr-only"> {course.title}</span>
      </Button>
      {isAsking && (
        <ClaimDialog
          courseId={course._id}
          courseTitle={course.title}
          name={studentName}
          onClose={() => setAsking(false)}
          onIssued={(certificate) => {
            setIssuedId(certificate._id)
            setAsking(false)
            toast.success('Sertifikat terbit. Selamat!')
            void revalidate()
          }}
        />
      )}
    </>
  )
}
