import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Puts a text on the clipboard. False where the browser does not allow it: without HTTPS or permission. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies a text and shows a toast: `copied`, or `failed` with what to do instead. */
export async function copyWithToast(
  text: string,
  { copied, failed }: { copied: string; failed: string },
): Promise<void> {
  if (await copyText(text)) toast.success(copied)
  else toast.error(failed)
}
