/** Verifies passkeys (WebAuthn). */
@NullMarked
package dev.guildhall.http.passkey;

import org.jspecify.annotations.NullMarked;
