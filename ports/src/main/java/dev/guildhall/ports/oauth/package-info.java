/** Sign-in with OAuth and OpenID Connect providers (accounts-24 to accounts-29). */
@NullMarked
package dev.guildhall.ports.oauth;

import org.jspecify.annotations.NullMarked;
