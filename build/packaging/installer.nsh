; What our Windows installer does beyond electron-builder's own.

; Uninstalling leaves the broker's data, unless they say here that it goes too. Neither an update, which takes the old version
; away first, nor an administrator's silent run is asked: both leave it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/S" $R1
    ${if} ${Errors}
      StrCpy $R2 "Also delete your applications, documents and settings from this computer?$\r$\n$\r$\nThis cannot be undone. Choose No to keep them for a later installation."
      ; Spanish, of whichever country.
      IntOp $R1 $LANGUAGE & 0x3FF
      ${if} $R1 = 10
        StrCpy $R2 "¿Eliminar también sus solicitudes, documentos y ajustes de esta computadora?$\r$\n$\r$\nEsta acción no se puede deshacer. Elija No para conservarlos para una instalación posterior."
      ${endif}
      ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$R2" IDYES`
        ; As Electron and the updater name their folders.
        RMDir /r "$APPDATA\${PRODUCT_NAME}"
        RMDir /r "$LOCALAPPDATA\funding-desk-updater"
      ${endif}
    ${endif}
    ClearErrors
  ${endif}
!macroend
