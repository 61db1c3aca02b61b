; A small installer with the uninstaller additions of build/packaging/installer.nsh. It has what those additions take from
; electron-builder's template. Parameters of makensis: OUT (file), NSH (the additions), VERSION.
Target amd64-unicode
Unicode true
!include LogicLib.nsh
!include FileFunc.nsh

!define APP_ID "com.fundingdesk.app"
!define PRODUCT_NAME "Funding Desk"

; electron-builder's own test of the parameter that an update passes to the old uninstaller.
!macro _isUpdated _a _b _t _f
  ${GetParameters} $R9
  ClearErrors
  ${GetOptions} $R9 "--updated" $R8
  IfErrors `${_f}` `${_t}`
!macroend
!define isUpdated `"" isUpdated ""`

!include "${NSH}"

Name "${PRODUCT_NAME}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\funding-desk"
RequestExecutionLevel user
SilentInstall silent
Page instfiles
UninstPage instfiles
LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Spanish.nlf"

; The tests choose the language, which otherwise follows the system.
Function un.onInit
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/LANG=" $R1
  ${ifNot} ${Errors}
    StrCpy $LANGUAGE $R1
  ${endif}
  ClearErrors
FunctionEnd

Section
  SetOutPath "$INSTDIR"
  ; As electron-builder does: an update first runs the old uninstaller.
  ${if} ${FileExists} "$INSTDIR\uninstall.exe"
    CopyFiles /SILENT "$INSTDIR\uninstall.exe" "$TEMP\old-uninstaller.exe"
    ExecWait '"$TEMP\old-uninstaller.exe" /S --updated _?=$INSTDIR' $0
  ${endif}
  FileOpen $0 "$INSTDIR\version.txt" w
  FileWrite $0 "${VERSION}"
  FileClose $0
  WriteUninstaller "$INSTDIR\uninstall.exe"
SectionEnd

Section Uninstall
  SetAutoClose true
  !insertmacro customUnInstall
  Delete "$INSTDIR\version.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
