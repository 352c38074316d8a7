/**
 * Security functions that several contexts share: unpredictable texts, and the addresses where browsers may be sent.
 */
package dev.guildhall.core.security;
