/** Sign-in with OAuth and OpenID Connect providers (accounts-24 to accounts-29). */
package dev.guildhall.ports.oauth;
