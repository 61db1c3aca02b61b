/** The icon of the app, without the file that the operating system shows (build/icons/app.svg). */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="4 4 56 56" aria-hidden="true">
      <rect x="4" y="4" width="56" height="56" rx="14" fill="#087f5b" />
      <path
        d="M22 48V17h22M22 32h17"
        fill="none"
        stroke="#fff"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="44" cy="46" r="4" fill="#ffd43b" />
    </svg>
  )
}
