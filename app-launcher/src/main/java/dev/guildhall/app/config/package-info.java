/**
 * The configuration: defaults, then the file, then the environment; anything unknown or bad is refused (operation-1).
 */
package dev.guildhall.app.config;
