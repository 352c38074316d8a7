/** What more than one context needs to be safe: texts that nobody guesses, and where browsers may be sent. */
package dev.guildhall.core.security;
