/** Sign-in providers: OpenID Connect by discovery, and GitHub (accounts-24). */
package dev.guildhall.integrations.oauth;
