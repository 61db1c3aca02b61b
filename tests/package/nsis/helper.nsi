; A program with which the tests of the uninstaller act inside Windows. `/write` stores the app's secrets. `/list=FILE` writes to a file
; which of these secrets exist. `/answer=6,FILE` (Yes) or `/answer=7,FILE` (No) waits for the uninstaller's question, writes its text to a
; file, and presses the button.
Target amd64-unicode
Unicode true
!include LogicLib.nsh
!include FileFunc.nsh
Name "helper"
OutFile "${OUT}"
RequestExecutionLevel user
SilentInstall silent
LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"

; A CREDENTIALW of 64-bit Windows: a generic secret of two bytes, kept on this computer.
!macro writeSecret ACCOUNT
  System::Call '*(&w2 "x") p .r1'
  System::Call '*(i 0, i 1, w "Funding Desk/${ACCOUNT}", p 0, l 0, i 2, i 0, p r1, i 2, i 0, p 0, p 0, w "${ACCOUNT}") p .r0'
  System::Call 'advapi32::CredWriteW(p r0, i 0) i .r2'
  ${if} $2 = 0
    StrCpy $7 3
  ${endif}
!macroend

!macro listSecret ACCOUNT
  System::Call 'advapi32::CredReadW(w "Funding Desk/${ACCOUNT}", i 1, i 0, *p .r0) i .r1'
  ${if} $1 <> 0
    FileWriteUTF16LE $9 "${ACCOUNT}$\n"
  ${endif}
!macroend

!macro eachSecret DO
  !insertmacro ${DO} "sandbox/client-secret"
  !insertmacro ${DO} "sandbox/relay-token"
  !insertmacro ${DO} "sandbox/vault-key"
  !insertmacro ${DO} "sandbox/proxy-password"
  !insertmacro ${DO} "production/client-secret"
  !insertmacro ${DO} "production/relay-token"
  !insertmacro ${DO} "production/vault-key"
  !insertmacro ${DO} "production/proxy-password"
!macroend

Section
  ; The exit code. Without it, NSIS would report every `Quit` as an abort.
  StrCpy $7 0
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/write" $R1
  ${ifNot} ${Errors}
    !insertmacro eachSecret writeSecret
    SetErrorLevel $7
    Quit
  ${endif}
  ClearErrors
  ${GetOptions} $R0 "/list=" $R1
  ${ifNot} ${Errors}
    FileOpen $9 "$R1" w
    !insertmacro eachSecret listSecret
    FileClose $9
    SetErrorLevel $7
    Quit
  ${endif}
  ClearErrors
  ${GetOptions} $R0 "/answer=" $R1
  StrCpy $R2 $R1 1
  StrCpy $R3 $R1 "" 2
  ${for} $8 1 300
    Sleep 100
    ; The message box belongs to the uninstaller's window, and both are dialogs: look for the one with a Yes button.
    StrCpy $0 0
    ${do}
      FindWindow $0 "#32770" "" 0 $0
      ${if} $0 = 0
        ${break}
      ${endif}
      GetDlgItem $1 $0 6
    ${loopUntil} $1 <> 0
    StrCpy $3 ""
    ${if} $0 <> 0
      ; The text of a message box. On a busy computer, the box exists for a moment before its text does.
      GetDlgItem $2 $0 0xFFFF
      System::Call 'user32::GetWindowTextW(p r2, w .r3, i 1024)'
    ${endif}
    ${if} $3 != ""
      FileOpen $9 "$R3" w
      FileWriteUTF16LE $9 "$3"
      FileClose $9
      ; WM_COMMAND, as a click on the button sends.
      SendMessage $0 0x111 $R2 0
      SetErrorLevel $7
      Quit
    ${endif}
  ${next}
  SetErrorLevel 4
SectionEnd
