import Award from 'lucide-react/icons/award'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, buttonClass } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { IssueDialog, type Issue } from './issue-dialog.tsx'

type Props = {
  course: { _id: string; title: string; certificateAvailable: boolean; certificateId?: string | undefined }
  /** The suggested name on the certificate. */
  studentName: string
  /** Without it that of the course. */
  issue?: Issue
}

/** Badge and download of an issued certificate, or the button that issues it. Renders nothing while the course is unfinished. */
export function CertificateActions({ course, studentName, issue }: Props) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isDialogOpen, setDialogOpen] = useState(false)
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
        <a
          className={buttonClass({ variant: 'outline', size: 'sm' })}
          href={paths.certificatePdf({ certificateId })}
          download
        >
          <Download aria-hidden className="size-4" /> Unduh sertifikat<span className="sr-only"> {course.title}</span>
        </a>
      </div>
    )
  }
  if (!course.certificateAvailable) return null
  return (
    <>
      <Button size="sm" onClick={() => setDialogOpen(true)}>
        <Award aria-hidden className="size-4" /> Ambil sertifikat<span className="sr-only"> {course.title}</span>
      </Button>
      {isDialogOpen && (
        <IssueDialog
          title={course.title}
          name={studentName}
          issue={issue ?? ((name) => authenticated.certificates.issueCertificate({ id: course._id, name }))}
          onClose={() => setDialogOpen(false)}
          onIssued={(certificate) => {
            setIssuedId(certificate._id)
            setDialogOpen(false)
            toast.success('Sertifikat terbit. Selamat!')
            void revalidate()
          }}
        />
      )}
    </>
  )
}
