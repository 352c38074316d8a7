/**
 * Security functions that several contexts share: unpredictable texts, and the addresses where browsers may be sent.
 */
@NullMarked
package dev.guildhall.core.security;

import org.jspecify.annotations.NullMarked;
