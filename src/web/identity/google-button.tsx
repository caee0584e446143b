import { Button, type ButtonProps } from '#web/kit/ui/button.tsx'

/** Looks like Google's own button, which replaces it. */
export const GoogleButton = (props: Omit<ButtonProps, 'children'>) => (
  <Button type="button" variant="outline" block {...props}>
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5">
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.9-.1-1.5-.3-2.2H12v4h6.6a5.7 5.7 0 0 1-2.4 3.7v3h3.9c2.2-2.1 3.4-5.1 3.4-8.5Z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3c-1 .7-2.4 1.2-4.1 1.2a7.2 7.2 0 0 1-6.8-5H1.2v3.1A12 12 0 0 0 12 24Z"
      />
      <path fill="#fbbc05" d="M5.2 14.3a7.4 7.4 0 0 1 0-4.6V6.6h-4a12 12 0 0 0 0 10.8l4-3.1Z" />
      <path fill="#ea4335" d="M12 4.7c1.8 0 3.4.6 4.6 1.8l3.5-3.4A12 12 0 0 0 1.2 6.6l4 3.1a7.2 7.2 0 0 1 6.8-5Z" />
    </svg>
    Sign in with Google
  </Button>
)
