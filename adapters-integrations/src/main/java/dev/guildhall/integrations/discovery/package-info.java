/** Sign-in at servers that say where (RFC 9728, 8414, 7591, 9207; client id metadata documents). */
package dev.guildhall.integrations.discovery;
