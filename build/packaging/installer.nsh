; What our Windows installer does beyond electron-builder's own.

; Takes a secret out of the keychain, by the name that the app's keychain library gives it here: service/account.
!macro deleteSecret ACCOUNT
  System::Call 'advapi32::CredDeleteW(w "Funding Desk/${ACCOUNT}", i 1, i 0) i'
!macroend

; Uninstalling takes away what would call a program that is gone: the start at sign-in and the links. Only an update leaves both.
;
; Uninstalling leaves the broker's data, unless they say here that it goes too. Neither an update, which takes the old version
; away first, nor an administrator's silent run is asked: both leave it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; As Electron names them: by the AppUserModelID, and by the scheme of the links. The second value is the task manager's switch.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    DeleteRegKey HKCU "Software\Classes\fundingdesk"
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
        ; All but the key of the vault, without which a backup on another disk may be worth nothing: not everybody has a recovery code.
        !insertmacro deleteSecret "sandbox/client-secret"
        !insertmacro deleteSecret "sandbox/relay-token"
        !insertmacro deleteSecret "sandbox/proxy-password"
        !insertmacro deleteSecret "sandbox/device-key"
        !insertmacro deleteSecret "production/client-secret"
        !insertmacro deleteSecret "production/relay-token"
        !insertmacro deleteSecret "production/proxy-password"
        !insertmacro deleteSecret "production/device-key"
      ${endif}
    ${endif}
    ClearErrors
  ${endif}
!macroend
