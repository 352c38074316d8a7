/** Sign-in providers: OpenID Connect by discovery, and GitHub (contract 1, OAuth sign-in). */
package dev.guildhall.integrations.oauth;
