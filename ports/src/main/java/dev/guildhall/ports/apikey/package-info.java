/** API keys, with which programs act as an account (keys-1 to keys-9). */
@NullMarked
package dev.guildhall.ports.apikey;

import org.jspecify.annotations.NullMarked;
