// The styles and the code of the app come after the frame of index.html was painted, not before.
void import('./start.tsx')
